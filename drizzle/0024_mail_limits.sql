CREATE TABLE "mail_sendings" (
	"message_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"recipient" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_sendings_message_id_attempt_pk" PRIMARY KEY("message_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "postponed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "merged_into" integer;--> statement-breakpoint
CREATE INDEX "mail_sendings_recipient" ON "mail_sendings" USING btree ("recipient","at");--> statement-breakpoint
CREATE INDEX "mail_sendings_at" ON "mail_sendings" USING btree ("at");