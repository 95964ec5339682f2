import { AccountMenu } from '../../account/AccountMenu';
import { ProfileFields } from '../../account/fields/ProfileFields';
import styles from '../../account/fields/ProfilePage.module.css';
import type { ProfilePage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';

/** What a customer tells of herself. It works without JavaScript. */
export default function ProfilePage({ csrf_token, menu, action, fields }: Props) {
  return (
    <div className={styles.page}>
      <h1>Profile</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {fields.length === 0 ? (
        <p>There is nothing to tell here.</p>
      ) : (
        <form className={styles.form} method="post" action={action} encType="multipart/form-data">
          <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
          <ProfileFields fields={fields} />
          <Button type="submit">Save</Button>
        </form>
      )}
    </div>
  );
}
