ALTER TYPE "public"."lot_source" ADD VALUE 'code';--> statement-breakpoint
CREATE TABLE "code_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tokens" bigint NOT NULL,
	"count" integer NOT NULL,
	"once_per_person" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "code_batches_amounts" CHECK ("code_batches"."tokens" > 0 and "code_batches"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"redeemed_by" uuid,
	"redeemed_at" timestamp (3) with time zone,
	CONSTRAINT "codes_redeemed_together" CHECK (("codes"."redeemed_by" is null) = ("codes"."redeemed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "model_settings" (
	"model" text PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"price" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed_key" text,
	"key_tail" text,
	"url" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "price_rule" jsonb;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_batch_id_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_redeemed_by_users_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "codes_redeemed" ON "codes" USING btree ("batch_id","redeemed_by") WHERE "codes"."redeemed_by" is not null;