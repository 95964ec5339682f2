-- Remembers every slug that was ever changed, whoever changes it. A slug that is used again belongs to its new owner.
CREATE FUNCTION catalogue_keep_former_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM catalogue_formeraddress WHERE kind = TG_ARGV[0] AND slug = NEW.slug;
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO catalogue_formeraddress (kind, slug, target) VALUES (TG_ARGV[0], OLD.slug, NEW.id)
        ON CONFLICT (kind, slug) DO UPDATE SET target = excluded.target;
    END IF;
    RETURN NULL;
END $$;
