import { type ChangeEvent, type ComponentProps, type RefObject, useEffect } from 'react';
import { OrderForm } from './OrderForm';
import { restoreFields, storeField } from './savedFields';

interface Props extends Omit<ComponentProps<typeof OrderForm>, 'ref' | 'onChange'> {
  form: RefObject<HTMLFormElement | null>;
  /** The fields that say where the shopper came from; the store fills them. */
  attribution: Record<string, string>;
  onChange: (event: ChangeEvent<HTMLFormElement>) => void;
}

/** The form of a checkout. Its values are restored when the page is loaded again. */
export function CheckoutForm({ form, attribution, onChange, onBlur, children, ...rest }: Props) {
  useEffect(() => {
    if (form.current) restoreFields(form.current);
  }, [form]);
  const change = (event: ChangeEvent<HTMLFormElement>) => {
    storeField(event.target as unknown as HTMLInputElement);
    onChange(event);
  };
  return (
    // While the order is placed, leaving a field fetches no totals: they are final.
    <OrderForm
      ref={form}
      onChange={change}
      onBlur={rest.busy ? undefined : onBlur}
      data-weak-password-error=""
      {...rest}
    >
      {Object.entries(attribution).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      {/* Enter in a field presses a form's first button, which would be a coupon's. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      {children}
    </OrderForm>
  );
}
