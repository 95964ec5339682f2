import type { AuthForms as Forms } from '../../generated/pages';
import { classes } from '../../lib/classes';
import styles from './AuthForms.module.css';
import { AuthNotice } from './AuthNotice';
import { OtherWays } from './OtherWays';
import { SectionForm } from './SectionForm';
import { findSection, useAuthForms } from './useAuthForms';

/** The sections beside which the ways to log in without a password stand. */
const WITHOUT_PASSWORD = new Set(['single', 'login']);

interface Props {
  forms: Forms;
  display: 'inline' | 'popup';
  heading: 'h1' | 'h2';
  titleId: string;
}

/** The forms that lead into an account, one at a time. Without JavaScript each is a page of its own. */
export function AuthForms({ forms, display, heading: Title, titleId }: Props) {
  const { shown, busy, place, show, submit, clearError } = useAuthForms(forms, display);
  const section = findSection(forms, shown.name);
  if (!section) return null;
  const isReset = shown.isDone && section.name === 'resetpw';
  return (
    <div ref={place} className={styles.forms} data-auth-forms={display}>
      <Title id={titleId} className={styles.title}>
        {section.title}
      </Title>
      <nav aria-label="Ways into your account">
        <ul className={styles.tabs}>
          {forms.sections.map(({ name, tab, url }) => (
            <li key={name}>
              <a
                className={classes(styles.tab, name === section.name && styles.chosen)}
                href={url}
                aria-current={name === section.name ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(name);
                }}
              >
                {tab}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <AuthNotice notice={shown.notice} onReset={() => show('lostpw')} />
      {!shown.isDone && section.text && <p className={styles.text}>{section.text}</p>}
      {!shown.isDone && (
        <SectionForm
          key={shown.visit}
          forms={forms}
          section={section}
          shown={shown}
          busy={busy}
          onSubmit={submit}
          onFix={clearError}
          onShow={show}
        />
      )}
      {!shown.isDone && WITHOUT_PASSWORD.has(section.name) && (
        <OtherWays token={forms.csrf_token} redirect={forms.redirect} />
      )}
      {isReset && (
        <p>
          <a href="/my-source/?section=login">Login</a>
        </p>
      )}
    </div>
  );
}
