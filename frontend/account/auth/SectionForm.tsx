import type { FormEvent } from 'react';
import type { AuthBox, AuthSection, AuthForms as Forms } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { ProfileFields } from '../fields/ProfileFields';
import styles from './SectionForm.module.css';

interface Props {
  forms: Forms;
  section: AuthSection;
  shown: { values: Record<string, string>; errors: Record<string, string>; led: string };
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onFix: (name: string) => void;
  onShow: (section: string) => void;
}

/** One form. It posts to a page of its own without JavaScript. */
export function SectionForm({ forms, section, shown, busy, onSubmit, onFix, onShow }: Props) {
  const hydrated = useHydrated();
  const { name } = section;
  const change = <Step name="Change?" section="single" url="/my-source/?section=single" onShow={onShow} />;
  return (
    <>
      <form
        className={styles.form}
        method="post"
        action={section.url}
        noValidate={hydrated}
        aria-busy={busy}
        encType={section.profile.length > 0 ? 'multipart/form-data' : undefined}
        onSubmit={onSubmit}
        onInput={({ target }) => onFix((target as HTMLInputElement).name)}
      >
        <input type="hidden" name="csrfmiddlewaretoken" value={forms.csrf_token} />
        <input type="hidden" name="_xoo_el_form" value={section.form} />
        <input type="hidden" name="xoo_el_redirect" value={forms.redirect} />
        {name === 'single' && <input type="hidden" name="_xoo_el_referral" value="login" />}
        {name === 'login' && forms.is_single && <input type="hidden" name="_xoo_el_login_has_single" value="yes" />}
        {section.profile.length > 0 && (
          <ProfileFields
            fields={section.profile.map((field) => ({ ...field, value: shown.values[field.name] ?? field.value }))}
            errors={shown.errors}
            below={(field) => field === shown.led && change}
          />
        )}
        {section.fields.map((field) => (
          <div key={field.name} className={styles.field}>
            <Field
              field={{ ...field, value: shown.values[field.name] ?? field.value }}
              error={shown.errors[field.name] ?? ''}
            />
            {shown.led === field.name && change}
          </div>
        ))}
        {section.boxes.map((box) => (
          <Box key={box.name} box={box} error={shown.errors[box.name] ?? box.error} />
        ))}
        <Button type="submit" wide aria-disabled={busy}>
          {busy ? 'One moment…' : section.button}
        </Button>
      </form>
      {name === 'login' && (
        <p className={styles.foot}>
          <Step name="Forgot Password?" section="lostpw" url="/my-source/lost-password/" onShow={onShow} />
        </p>
      )}
      {section.foot && (
        <p className={styles.foot}>
          {section.foot}{' '}
          <Step
            name={section.foot_link}
            section={section.foot_section}
            url={`/my-source/?section=${section.foot_section}`}
            onShow={onShow}
          />
        </p>
      )}
    </>
  );
}

/** A link to another form. */
function Step(props: { name: string; section: string; url: string; onShow: (section: string) => void }) {
  return (
    <a
      href={props.url}
      onClick={(event) => {
        event.preventDefault();
        props.onShow(props.section);
      }}
    >
      {props.name}
    </a>
  );
}

function Box({ box, error }: { box: AuthBox; error: string }) {
  const problem = `${box.name}-error`;
  return (
    <div>
      <label className={styles.box}>
        <input
          type="checkbox"
          name={box.name}
          value={box.value}
          defaultChecked={box.ticked}
          required={box.required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? problem : undefined}
        />
        {box.label}
      </label>
      {error && (
        <p id={problem} className={styles.problem}>
          {error}
        </p>
      )}
    </div>
  );
}
