import { ShippingChoices } from '../cart/form/ShippingChoices';
import { DELIVERY } from '../fixtures/parts';
import type { FormField } from '../generated/pages';
import { Field } from '../ui/fields/Field';
import { GuidePart } from './GuidePart';
import styles from './StyleGuidePage.module.css';

function makeField(name: string, label: string, over: Partial<FormField> = {}): FormField {
  const texts = { autocomplete: 'off', inputmode: '', placeholder: '', hint: '', error: '', value: '' };
  return { name: `guide-${name}`, label, kind: 'text', required: true, options: [], ...texts, ...over };
}

const STATES = [
  { value: 'CA', label: 'California' },
  { value: 'OR', label: 'Oregon' },
];

/** Fields in their states. A description shows while its field has the focus. */
export function GuideFields() {
  return (
    <>
      <h2>Fields</h2>
      <GuidePart name="Field">
        <div className={styles.stack}>
          <Field field={makeField('name', 'First name', { value: 'Ana' })} error="" />
          <Field field={makeField('company', 'Company', { required: false, placeholder: 'As on the bell' })} error="" />
          <Field field={makeField('state', 'State', { kind: 'select', options: STATES, value: 'OR' })} error="" />
          <Field field={makeField('note', 'Order notes', { kind: 'textarea', required: false })} error="" />
        </div>
      </GuidePart>
      <GuidePart name="Field, described, wrong, secret">
        <div className={styles.stack}>
          <Field
            field={makeField('phone', 'Phone', { kind: 'tel', hint: 'For the driver: wine is handed over in person.' })}
            error=""
          />
          <Field field={makeField('postcode', 'ZIP Code', { value: '9000' })} error="A ZIP code has five digits." />
          <Field field={makeField('password', 'Password', { kind: 'password', value: 'riesling' })} error="" />
        </div>
      </GuidePart>
      <GuidePart name="ShippingChoices">
        <ShippingChoices choices={DELIVERY} problem="" />
        <ShippingChoices choices={[]} problem="There are no shipping options for this address." />
      </GuidePart>
    </>
  );
}
