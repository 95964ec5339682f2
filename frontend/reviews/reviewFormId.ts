/** The id of the form to write a review. */
export const FORM_ID = 'comment-form';
