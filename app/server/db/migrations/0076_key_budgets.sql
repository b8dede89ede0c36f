CREATE TABLE "spending" (
	"user_id" uuid NOT NULL,
	"spender" uuid NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "spending_spender_day_pk" PRIMARY KEY("spender","day"),
	CONSTRAINT "spending_not_negative" CHECK ("spending"."tokens" >= 0)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "run_tokens" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "daily_tokens" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "monthly_tokens" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "kinds" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "models" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "calls_per_minute" integer;--> statement-breakpoint
ALTER TABLE "token_entries" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "spending" ADD CONSTRAINT "spending_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spending_of_user" ON "spending" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION "name_spending_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.api_key_id := (SELECT g.api_key_id FROM generations g WHERE g.id = NEW.generation_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "token_entries_name_key" BEFORE INSERT ON "token_entries" FOR EACH ROW
  WHEN (NEW.kind = 'hold' AND NEW.api_key_id IS NULL AND NEW.generation_id IS NOT NULL) EXECUTE FUNCTION "name_spending_key"();--> statement-breakpoint
CREATE FUNCTION "count_spending"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'hold' THEN
    INSERT INTO spending (user_id, spender, day, tokens)
      VALUES (NEW.user_id, NEW.api_key_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.amount)
      ON CONFLICT (spender, day) DO UPDATE SET tokens = spending.tokens + excluded.tokens;
  ELSE
    -- Never an upsert: a proposed row with a negative number fails its check before the conflict is found.
    UPDATE spending s SET tokens = s.tokens - NEW.amount
      FROM token_entries h
      WHERE h.generation_id = NEW.generation_id AND h.kind = 'hold'
        AND s.spender = h.api_key_id AND s.day = (h.created_at AT TIME ZONE 'UTC')::date;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "token_entries_count_hold" AFTER INSERT ON "token_entries" FOR EACH ROW
  WHEN (NEW.kind = 'hold' AND NEW.api_key_id IS NOT NULL AND NEW.amount > 0) EXECUTE FUNCTION "count_spending"();--> statement-breakpoint
CREATE TRIGGER "token_entries_count_release" AFTER INSERT ON "token_entries" FOR EACH ROW
  WHEN (NEW.kind = 'release' AND NEW.generation_id IS NOT NULL AND NEW.amount > 0) EXECUTE FUNCTION "count_spending"();
