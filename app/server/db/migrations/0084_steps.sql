CREATE TABLE "tool_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"step_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"call_id" text NOT NULL,
	"tool" text NOT NULL,
	"digest" text NOT NULL,
	"state" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "tool_calls_ended" CHECK (("tool_calls"."state" = 'due') = ("tool_calls"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "unattended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "next_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "halted" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "tools" text[];--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "tools" jsonb;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "allowance_milli" bigint;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "allowance_milli" bigint;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_step_id_generations_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_calls_of_step" ON "tool_calls" USING btree ("step_id","position");--> statement-breakpoint
CREATE INDEX "tool_calls_of_user" ON "tool_calls" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tool_calls_due" ON "tool_calls" USING btree ("created_at") WHERE "tool_calls"."state" = 'due';--> statement-breakpoint
CREATE INDEX "tool_calls_by_end" ON "tool_calls" USING btree ("ended_at") WHERE "tool_calls"."ended_at" is not null;