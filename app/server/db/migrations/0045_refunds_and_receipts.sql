CREATE TYPE "public"."document_kind" AS ENUM('receipt', 'credit_note');--> statement-breakpoint
CREATE TYPE "public"."refund_failure" AS ENUM('refused', 'canceled', 'unanswered');--> statement-breakpoint
CREATE TYPE "public"."refund_status" AS ENUM('pending', 'succeeded', 'failed');--> statement-breakpoint
CREATE TABLE "document_counters" (
	"kind" "document_kind" NOT NULL,
	"test" boolean NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counters_kind_test_year_pk" PRIMARY KEY("kind","test","year")
);
--> statement-breakpoint
CREATE TABLE "payment_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "document_kind" NOT NULL,
	"test" boolean NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"seller" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_documents_amount" CHECK ("payment_documents"."amount" > 0 and "payment_documents"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"refunded_before" bigint NOT NULL,
	"status" "refund_status" NOT NULL,
	"failure" "refund_failure",
	"provider_refund_id" text,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"idempotency_key" text,
	"ask_at" timestamp (3) with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_ended" CHECK (("refunds"."status" = 'pending') = ("refunds"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "test_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"test_payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_documents" ADD CONSTRAINT "payment_documents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_documents" ADD CONSTRAINT "payment_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_refunds" ADD CONSTRAINT "test_refunds_test_payment_id_test_payments_id_fk" FOREIGN KEY ("test_payment_id") REFERENCES "public"."test_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_documents_number" ON "payment_documents" USING btree ("kind","test","year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_documents_once" ON "payment_documents" USING btree ("payment_id","kind","refunded");--> statement-breakpoint
CREATE INDEX "payment_documents_of_order" ON "payment_documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("actor_id","idempotency_key") WHERE "refunds"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "refunds_to_ask" ON "refunds" USING btree ("ask_at") WHERE "refunds"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "test_refunds_of_payment" ON "test_refunds" USING btree ("test_payment_id");--> statement-breakpoint
INSERT INTO "payment_documents" ("id", "kind", "test", "year", "number", "payment_id", "order_id", "amount", "refunded", "created_at")
SELECT "id", 'receipt', "provider" = 'test', extract(year from "created_at" at time zone 'UTC')::int,
  row_number() OVER (PARTITION BY "provider" = 'test', extract(year from "created_at" at time zone 'UTC') ORDER BY "created_at", "id"),
  "id", "order_id", "amount", 0, "created_at"
FROM "payments";--> statement-breakpoint
INSERT INTO "payment_documents" ("id", "kind", "test", "year", "number", "payment_id", "order_id", "amount", "refunded")
SELECT gen_random_uuid(), 'credit_note', "provider" = 'test', extract(year from now() at time zone 'UTC')::int,
  row_number() OVER (PARTITION BY "provider" = 'test' ORDER BY "created_at", "id"), "id", "order_id", "refunded", "refunded"
FROM "payments" WHERE "refunded" > 0;--> statement-breakpoint
INSERT INTO "document_counters" ("kind", "test", "year", "last")
SELECT "kind", "test", "year", max("number") FROM "payment_documents" GROUP BY "kind", "test", "year";
