CREATE TABLE "model_definitions" (
	"model" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"draft" json,
	"draft_saved_at" timestamp (3) with time zone,
	"draft_saved_by" uuid,
	"version_id" uuid,
	"removed" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"number" integer,
	"document" json NOT NULL,
	"restores" integer,
	"actor_id" uuid,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_versions_from_one" CHECK ("model_versions"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "model_version" uuid;--> statement-breakpoint
ALTER TABLE "model_definitions" ADD CONSTRAINT "model_definitions_draft_saved_by_users_id_fk" FOREIGN KEY ("draft_saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_definitions" ADD CONSTRAINT "model_definitions_version_id_model_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."model_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_versions" ADD CONSTRAINT "model_versions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "model_versions_number" ON "model_versions" USING btree ("model","number");--> statement-breakpoint
CREATE INDEX "model_versions_of_model" ON "model_versions" USING btree ("model","id" DESC NULLS LAST);--> statement-breakpoint
CREATE FUNCTION "reject_change_of_model_versions"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'versions of models are append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "model_versions_append_only" BEFORE UPDATE OR DELETE ON "model_versions" FOR EACH ROW EXECUTE FUNCTION "reject_change_of_model_versions"();
