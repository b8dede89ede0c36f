CREATE TYPE "public"."chord_part" AS ENUM('video', 'image', 'speech', 'music', 'text');--> statement-breakpoint
CREATE TABLE "chords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"prompt" text NOT NULL,
	"idempotency_key" text,
	"idempotency_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "chord_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "chord_part" "chord_part";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "waits_for" uuid;--> statement-breakpoint
ALTER TABLE "chords" ADD CONSTRAINT "chords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chords_of_user" ON "chords" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "chords_idempotency" ON "chords" USING btree ("user_id","idempotency_key") WHERE "chords"."idempotency_key" is not null;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_chord_id_chords_id_fk" FOREIGN KEY ("chord_id") REFERENCES "public"."chords"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generations_of_chord" ON "generations" USING btree ("chord_id","id") WHERE "generations"."chord_id" is not null;--> statement-breakpoint
CREATE INDEX "generations_waiting" ON "generations" USING btree ("waits_for") WHERE "generations"."waits_for" is not null;