CREATE TABLE "run_days" (
	"day" date NOT NULL,
	"shard" smallint NOT NULL,
	"type" "kind" NOT NULL,
	"model" text NOT NULL,
	"status" "generation_status" NOT NULL,
	"failure" text NOT NULL,
	"runs" integer NOT NULL,
	"tokens" bigint NOT NULL,
	"milli" bigint NOT NULL,
	"costed_runs" integer NOT NULL,
	"costed_milli" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	CONSTRAINT "run_days_day_shard_type_model_status_failure_pk" PRIMARY KEY("day","shard","type","model","status","failure"),
	CONSTRAINT "run_days_counts" CHECK ("run_days"."runs" > 0 and "run_days"."tokens" >= 0 and "run_days"."milli" >= 0 and "run_days"."costed_runs" between 0 and "run_days"."runs" and "run_days"."costed_milli" between 0 and "run_days"."milli" and "run_days"."cost_micros" >= 0)
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "cost_micros" bigint;--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "generation_days_active" ON "generation_days" USING btree ("day","user_id");--> statement-breakpoint
CREATE FUNCTION "count_ended_run"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"own_shard" int := pg_backend_pid() & 7;
BEGIN
	-- Transactions that end several runs would otherwise lock rows of the same shard in different orders.
	PERFORM pg_advisory_xact_lock(hashtext('run_days'), "own_shard");
	INSERT INTO "run_days" AS d ("day", "shard", "type", "model", "status", "failure", "runs", "tokens", "milli", "costed_runs", "costed_milli", "cost_micros")
		VALUES (
			(NEW."finished_at" AT TIME ZONE 'UTC')::date, "own_shard", NEW."type", NEW."model", NEW."status", coalesce(NEW."error_code"::text, ''), 1,
			NEW."charged", NEW."charged_milli", (NEW."cost_micros" IS NOT NULL)::int,
			CASE WHEN NEW."cost_micros" IS NULL THEN 0 ELSE NEW."charged_milli" END, coalesce(NEW."cost_micros", 0)
		)
		ON CONFLICT ("day", "shard", "type", "model", "status", "failure") DO UPDATE SET
			"runs" = d."runs" + 1, "tokens" = d."tokens" + excluded."tokens", "milli" = d."milli" + excluded."milli",
			"costed_runs" = d."costed_runs" + excluded."costed_runs", "costed_milli" = d."costed_milli" + excluded."costed_milli",
			"cost_micros" = d."cost_micros" + excluded."cost_micros";
	RETURN NULL;
END $$;--> statement-breakpoint
-- The charge is written last, after the end, in the same transaction.
CREATE TRIGGER "ended_runs_summed" AFTER UPDATE OF "charged" ON "generations" FOR EACH ROW
	WHEN (OLD."charged" IS NULL AND NEW."charged" IS NOT NULL AND NEW."finished_at" IS NOT NULL) EXECUTE FUNCTION "count_ended_run"();--> statement-breakpoint
CREATE TRIGGER "added_runs_summed" AFTER INSERT ON "generations" FOR EACH ROW
	WHEN (NEW."charged" IS NOT NULL AND NEW."finished_at" IS NOT NULL) EXECUTE FUNCTION "count_ended_run"();--> statement-breakpoint
-- The triggers' locks last until the end of the migration, so no run ends between this count and theirs.
INSERT INTO "run_days" ("day", "shard", "type", "model", "status", "failure", "runs", "tokens", "milli", "costed_runs", "costed_milli", "cost_micros")
	SELECT ("finished_at" AT TIME ZONE 'UTC')::date, 0, "type", "model", "status", coalesce("error_code"::text, ''), count(*),
		sum("charged"), sum("charged_milli"), 0, 0, 0
	FROM "generations" WHERE "charged" IS NOT NULL AND "finished_at" IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
