ALTER TABLE "generations" ADD COLUMN "trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "ended_runs_summed" AFTER UPDATE OF "charged" ON "generations" FOR EACH ROW
	WHEN (OLD."charged" IS NULL AND NEW."charged" IS NOT NULL AND NEW."finished_at" IS NOT NULL AND NOT NEW."trial") EXECUTE FUNCTION "count_ended_run"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "added_runs_summed" AFTER INSERT ON "generations" FOR EACH ROW
	WHEN (NEW."charged" IS NOT NULL AND NEW."finished_at" IS NOT NULL AND NOT NEW."trial") EXECUTE FUNCTION "count_ended_run"();
