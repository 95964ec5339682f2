-- A gift's message is the customer's own words: it goes where the note goes.
ALTER TABLE orders_order DROP CONSTRAINT erased_order_names_nobody;
ALTER TABLE orders_order ADD CONSTRAINT erased_order_names_nobody CHECK (
    erased_at IS NULL OR (
        email = '' AND user_id IS NULL AND customer_note = '' AND gift_message = ''
        AND billing - '{country,state,postcode}'::text[] = '{}' AND shipping - '{country,state,postcode}'::text[] = '{}'
    )
);

CREATE OR REPLACE FUNCTION orders_blot_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(OLD) - 'was' <> to_jsonb(NEW) - 'was'
        OR (OLD.was #- '{order,email}' #- '{order,user_id}' #- '{order,customer_note}' #- '{order,gift_message}'
            #- '{order,billing}' #- '{order,shipping}') <> NEW.was
    THEN
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
