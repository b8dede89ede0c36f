CREATE TABLE "comparisons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" "kind" NOT NULL,
	"prompt" text NOT NULL,
	"blind" boolean NOT NULL,
	"best" uuid,
	"idempotency_key" text,
	"idempotency_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "comparison_id" uuid;--> statement-breakpoint
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comparisons_of_user" ON "comparisons" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "comparisons_idempotency" ON "comparisons" USING btree ("user_id","idempotency_key") WHERE "comparisons"."idempotency_key" is not null;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_comparison_id_comparisons_id_fk" FOREIGN KEY ("comparison_id") REFERENCES "public"."comparisons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generations_of_comparison" ON "generations" USING btree ("comparison_id","id") WHERE "generations"."comparison_id" is not null;