/** The id of the form that asks for an email address. */
export const LAUNCH_FORM_ID = 'launch-form';
