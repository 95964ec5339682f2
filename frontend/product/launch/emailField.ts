import { makeEmailField } from '../../ui/fields/makeField';

export const EMAIL = makeEmailField('email', 'Email address');
