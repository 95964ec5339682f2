import { ShippingChoices } from '../cart/form/ShippingChoices';
import { DELIVERY, HOLD } from '../fixtures/parts';
import type { FormField } from '../generated/pages';
import { Field } from '../ui/fields/Field';
import { makeField } from '../ui/fields/makeField';
import { GuidePart } from './GuidePart';
import styles from './StyleGuidePage.module.css';

function guideField(name: string, label: string, over: Partial<FormField> = {}): FormField {
  return makeField(`guide-${name}`, label, { autocomplete: 'off', ...over });
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
          <Field field={guideField('name', 'First name', { value: 'Ana' })} error="" />
          <Field
            field={guideField('company', 'Company', { required: false, placeholder: 'As on the bell' })}
            error=""
          />
          <Field field={guideField('state', 'State', { kind: 'select', options: STATES, value: 'OR' })} error="" />
          <Field field={guideField('note', 'Order notes', { kind: 'textarea', required: false })} error="" />
        </div>
      </GuidePart>
      <GuidePart name="Field, described, wrong, secret">
        <div className={styles.stack}>
          <Field
            field={guideField('phone', 'Phone', {
              kind: 'tel',
              hint: 'So the courier can reach you: wine is delivered in person.',
            })}
            error=""
          />
          <Field field={guideField('postcode', 'ZIP Code', { value: '9000' })} error="A ZIP code has five digits." />
          <Field field={guideField('password', 'Password', { kind: 'password', value: 'riesling' })} error="" />
        </div>
      </GuidePart>
      <GuidePart name="ShippingChoices">
        <ShippingChoices choices={DELIVERY} problem="" hold={HOLD} />
        <ShippingChoices choices={[]} problem="There are no shipping options for this address." hold={null} />
      </GuidePart>
    </>
  );
}
