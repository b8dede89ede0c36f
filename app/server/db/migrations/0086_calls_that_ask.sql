ALTER TABLE "tool_calls" DROP CONSTRAINT "tool_calls_ended";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "step_id" uuid;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "makes" text;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "run" jsonb;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "asked_milli" bigint;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "next_milli" bigint;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "generations_of_step" ON "generations" USING btree ("step_id") WHERE "generations"."step_id" is not null;--> statement-breakpoint
CREATE INDEX "tool_calls_asking" ON "tool_calls" USING btree ("user_id") WHERE "tool_calls"."state" = 'asks';--> statement-breakpoint
CREATE INDEX "tool_calls_running" ON "tool_calls" USING btree ("decided_at") WHERE "tool_calls"."state" = 'runs';--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_ended" CHECK (("tool_calls"."state" in ('asks', 'due', 'runs')) = ("tool_calls"."ended_at" is null));