import { fetchNear } from '../../ui/fetchNear';
import fields from '../../ui/fields/Field.module.css';
import styles from './LaunchForm.module.css';
import { LAUNCH_FORM_ID } from './launchFormId';

const load = async () => (await import('./LaunchForm')).LaunchForm;
const ready = import.meta.env.SSR || import.meta.env.MODE === 'test' ? await load() : undefined;

/** The form of wines that cannot be bought yet, or right now. Pages of all others do without its code. */
export const LaterLaunchForm = fetchNear({ id: LAUNCH_FORM_ID, ready, load, styles: [styles, fields] });
