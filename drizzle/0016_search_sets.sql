CREATE TABLE "search_sets" (
	"word" text collate "C" NOT NULL,
	"block" integer NOT NULL,
	"sweets" bit(2048) NOT NULL,
	"named" bit(2048) NOT NULL,
	CONSTRAINT "search_sets_word_block_pk" PRIMARY KEY("word","block")
);
