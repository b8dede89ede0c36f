CREATE TABLE "used_challenges" (
	"signature" text PRIMARY KEY NOT NULL,
	"keep_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "used_challenges_expiry" ON "used_challenges" USING btree ("keep_until");