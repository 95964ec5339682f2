import { fetchNear } from '../ui/fetchNear';
import fields from '../ui/fields/Field.module.css';
import styles from './ReviewForm.module.css';
import { FORM_ID } from './reviewFormId';
import stars from './StarChoice.module.css';

const load = async () => (await import('./ReviewForm')).ReviewForm;
const ready = import.meta.env.SSR || import.meta.env.MODE === 'test' ? await load() : undefined;

/** The form to write a review, of which few readers of a page have need. */
export const LaterReviewForm = fetchNear({ id: FORM_ID, ready, load, styles: [styles, stars, fields] });
