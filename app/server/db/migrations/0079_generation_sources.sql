CREATE TYPE "public"."wait_need" AS ENUM('result', 'attempt', 'end');--> statement-breakpoint
CREATE TABLE "generation_sources" (
	"source_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"need" "wait_need" NOT NULL,
	CONSTRAINT "generation_sources_source_id_target_id_pk" PRIMARY KEY("source_id","target_id"),
	CONSTRAINT "generation_sources_order" CHECK ("generation_sources"."source_id" < "generation_sources"."target_id")
);
--> statement-breakpoint
ALTER TABLE "generation_sources" ADD CONSTRAINT "generation_sources_source_id_generations_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_sources" ADD CONSTRAINT "generation_sources_target_id_generations_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generation_sources_of_target" ON "generation_sources" USING btree ("target_id");