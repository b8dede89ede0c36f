CREATE TABLE "film_changes" (
	"film_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"patch" jsonb NOT NULL,
	"changed" text NOT NULL,
	"single" boolean NOT NULL,
	"undone" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "film_changes_film_id_revision_pk" PRIMARY KEY("film_id","revision")
);
--> statement-breakpoint
CREATE TABLE "film_makes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"film_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"price_milli" bigint NOT NULL,
	"idempotency_key" text,
	"idempotency_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "film_takes" (
	"generation_id" uuid PRIMARY KEY NOT NULL,
	"film_id" uuid NOT NULL,
	"make_id" uuid,
	"part" text NOT NULL,
	"recipe" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "films" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"idempotency_key" text,
	"idempotency_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "films_document" CHECK (octet_length("films"."document"::text) <= 150000)
);
--> statement-breakpoint
ALTER TABLE "film_changes" ADD CONSTRAINT "film_changes_film_id_films_id_fk" FOREIGN KEY ("film_id") REFERENCES "public"."films"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "film_makes" ADD CONSTRAINT "film_makes_film_id_films_id_fk" FOREIGN KEY ("film_id") REFERENCES "public"."films"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "film_makes" ADD CONSTRAINT "film_makes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "film_takes" ADD CONSTRAINT "film_takes_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "film_takes" ADD CONSTRAINT "film_takes_film_id_films_id_fk" FOREIGN KEY ("film_id") REFERENCES "public"."films"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "film_takes" ADD CONSTRAINT "film_takes_make_id_film_makes_id_fk" FOREIGN KEY ("make_id") REFERENCES "public"."film_makes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "films" ADD CONSTRAINT "films_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "film_makes_of_film" ON "film_makes" USING btree ("film_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "film_makes_idempotency" ON "film_makes" USING btree ("user_id","idempotency_key") WHERE "film_makes"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "film_takes_of_film" ON "film_takes" USING btree ("film_id","part","generation_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "film_takes_of_make" ON "film_takes" USING btree ("make_id");--> statement-breakpoint
CREATE INDEX "films_of_user" ON "films" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "films_in_trash" ON "films" USING btree ("deleted_at") WHERE "films"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "films_idempotency" ON "films" USING btree ("user_id","idempotency_key") WHERE "films"."idempotency_key" is not null;