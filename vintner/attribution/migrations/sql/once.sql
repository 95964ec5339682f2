-- Where an order came from is written once. An order that was erased loses what may tell its customer's browser.
CREATE FUNCTION attribution_guard_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND orders_is_erased(OLD.order_id)
        AND (NEW.user_agent, NEW.referrer, NEW.session_entry) = ('', '', '')
        AND to_jsonb(OLD) - '{user_agent,referrer,session_entry}'::text[]
            = to_jsonb(NEW) - '{user_agent,referrer,session_entry}'::text[]
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'where order % came from does not change', OLD.order_id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER attribution_guard_order BEFORE UPDATE OR DELETE ON attribution_orderattribution
FOR EACH ROW EXECUTE FUNCTION attribution_guard_order();

CREATE FUNCTION attribution_guard_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'where customer % came from does not change', OLD.user_id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER attribution_guard_customer BEFORE UPDATE ON attribution_customerattribution
FOR EACH ROW EXECUTE FUNCTION attribution_guard_customer();
