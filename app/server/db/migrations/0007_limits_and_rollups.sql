CREATE TABLE "generation_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" "kind" NOT NULL,
	"model" text NOT NULL,
	"status" "generation_status" NOT NULL,
	"runs" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "generation_days_user_id_day_type_model_status_pk" PRIMARY KEY("user_id","day","type","model","status"),
	CONSTRAINT "generation_days_counts" CHECK ("generation_days"."runs" > 0 and "generation_days"."tokens" >= 0),
	CONSTRAINT "generation_days_ended" CHECK ("generation_days"."status" in ('succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "generation_waits" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" "kind" NOT NULL,
	"step" smallint NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "generation_waits_user_id_day_type_step_pk" PRIMARY KEY("user_id","day","type","step"),
	CONSTRAINT "generation_waits_counts" CHECK ("generation_waits"."runs" > 0 and "generation_waits"."step" >= 0)
);
--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "run_limit" bigint;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "daily_limit" bigint;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "day_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "generation_days" ADD CONSTRAINT "generation_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_waits" ADD CONSTRAINT "generation_waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_entries_by_time" ON "token_entries" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_limits" CHECK ("token_accounts"."run_limit" > 0 and "token_accounts"."daily_limit" > 0);--> statement-breakpoint
INSERT INTO "generation_days" ("user_id", "day", "type", "model", "status", "runs", "tokens")
SELECT g."user_id", (g."created_at" at time zone 'UTC')::date, g."type", g."model", g."status", count(*), coalesce(sum(g."charged"), 0)
FROM "generations" g WHERE g."status" in ('succeeded', 'failed', 'canceled') GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO "generation_waits" ("user_id", "day", "type", "step", "runs")
SELECT g."user_id", (g."created_at" at time zone 'UTC')::date, g."type",
	least(floor(4 * ln(greatest(extract(epoch from g."finished_at" - g."created_at")::float8 * 1000, 1)) / ln(2::float8)), 32767)::smallint, count(*)
FROM "generations" g WHERE g."status" = 'succeeded' and g."finished_at" is not null GROUP BY 1, 2, 3, 4;
