import type { ViewSubscriptionPage } from '../../generated/pages';
import { Disclosure } from '../../ui/Disclosure';
import { ActionForm } from '../ActionForm';
import { BoxForm } from './BoxForm';
import { DateForm } from './DateForm';
import styles from './Subscription.module.css';

type Props = Pick<ViewSubscriptionPage, 'actions' | 'csrf_token' | 'next_box'>;

/** What the subscriber can do now. Each is a form that works without JavaScript. */
export function SubscriptionForms({ actions, csrf_token: token, next_box }: Props) {
  const box = next_box?.number ?? 0;
  return (
    <section className={styles.forms} aria-labelledby="change">
      <h2 id="change">Change it</h2>
      {actions.skip_url && (
        <BoxForm url={actions.skip_url} token={token} box={box}>
          Skip the next box
        </BoxForm>
      )}
      {actions.no_skip && <p>{actions.no_skip}</p>}
      {actions.resume_url && (
        <ActionForm url={actions.resume_url} token={token}>
          End the pause
        </ActionForm>
      )}
      {actions.reactivate_url && (
        <ActionForm url={actions.reactivate_url} token={token}>
          Reactivate
        </ActionForm>
      )}
      {actions.resubscribe_url && (
        <ActionForm url={actions.resubscribe_url} token={token}>
          Resubscribe
        </ActionForm>
      )}
      {actions.delay && (
        <DateForm title="Delay the next box" button="Delay the box" form={actions.delay} token={token} box={box} />
      )}
      {actions.pause && (
        <DateForm title="Pause" button="Pause the subscription" form={actions.pause} token={token} box={box} />
      )}
      {actions.cancel_url && (
        <Disclosure title="Cancel">
          <div className={styles.ask}>
            {actions.cancel_words.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <ActionForm url={actions.cancel_url} token={token}>
              Yes, cancel the subscription
            </ActionForm>
          </div>
        </Disclosure>
      )}
    </section>
  );
}
