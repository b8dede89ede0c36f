CREATE FUNCTION "reject_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;--> statement-breakpoint
CREATE TRIGGER "operator_acts_not_truncated" BEFORE TRUNCATE ON "operator_acts" FOR EACH STATEMENT EXECUTE FUNCTION "reject_truncate"();--> statement-breakpoint
CREATE TRIGGER "shop_versions_not_truncated" BEFORE TRUNCATE ON "shop_versions" FOR EACH STATEMENT EXECUTE FUNCTION "reject_truncate"();--> statement-breakpoint
CREATE TRIGGER "model_versions_not_truncated" BEFORE TRUNCATE ON "model_versions" FOR EACH STATEMENT EXECUTE FUNCTION "reject_truncate"();--> statement-breakpoint
CREATE TRIGGER "token_entries_not_truncated" BEFORE TRUNCATE ON "token_entries" FOR EACH STATEMENT EXECUTE FUNCTION "reject_truncate"();
