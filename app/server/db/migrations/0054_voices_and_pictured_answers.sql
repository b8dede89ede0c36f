CREATE TABLE "voices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"error" text,
	"at_service" text DEFAULT 'no' NOT NULL,
	"remote_id" text,
	"key_ref" text,
	"upload_id" uuid,
	"price" bigint DEFAULT 0 NOT NULL,
	"consent_version" text NOT NULL,
	"consent_locale" "locale" NOT NULL,
	"consent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "pictured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voices" ADD CONSTRAINT "voices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voices" ADD CONSTRAINT "voices_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voices_of_user" ON "voices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "voices_of_upload" ON "voices" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "voices_due" ON "voices" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "generations_pictured" ON "generations" USING btree ("user_id","id" DESC NULLS LAST) WHERE "generations"."pictured" and "generations"."deleted_at" is null;--> statement-breakpoint
UPDATE "generations" SET "pictured" = true WHERE "type" = 'text' AND "id" IN (SELECT "generation_id" FROM "files" WHERE "position" >= 1);
