ALTER TYPE "public"."generation_error" ADD VALUE 'empty_answer';--> statement-breakpoint
ALTER TYPE "public"."generation_error" ADD VALUE 'thoughts_only';--> statement-breakpoint
ALTER TYPE "public"."generation_error" ADD VALUE 'thought_to_limit';--> statement-breakpoint
ALTER TYPE "public"."generation_error" ADD VALUE 'called_tool';--> statement-breakpoint
CREATE TABLE "model_failures" (
	"model" text NOT NULL,
	"user_id" uuid NOT NULL,
	"runs" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_failures_model_user_id_pk" PRIMARY KEY("model","user_id")
);
--> statement-breakpoint
ALTER TABLE "model_failures" ADD CONSTRAINT "model_failures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;