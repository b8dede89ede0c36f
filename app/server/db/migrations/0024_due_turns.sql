DROP INDEX "generations_turns";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "queue_weight" real DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_queue_weight" CHECK ("users"."queue_weight" > 0);