export const DOCUMENT_BYTES_MAX = 20 * 1024 * 1024
export const DOCUMENT_CHARACTERS_MAX = 2_000_000
export const DOCUMENT_PAGES_MAX = 1_000
export const PASSAGES_MAX = 5_000
/** Maximum unpacked size of an archive. */
export const UNPACKED_BYTES_MAX = 60 * 1024 * 1024
export const PARSE_MS_MAX = 30_000
/** Memory limit of the whole parsing process. */
export const PARSE_MEMORY_MB_MAX = 768
/** A heading is limited, because it is repeated with each passage below it. */
export const HEADING_CHARACTERS_MAX = 200
export const FILE_NAME_LENGTH_MAX = 255
export const QUESTION_LENGTH_MAX = 500
/** Number of passages that a model sees per look-up. */
export const PASSAGES_PER_LOOK_UP = 4
/** Limited, because in `full_document` mode the whole text is part of every request to the model. */
export const WHOLE_TEXT_CHARACTERS_MAX = 20_000
/** Limit for all such documents of one step together. */
export const WHOLE_TEXTS_CHARACTERS_MAX = 60_000

/** Amount of numbers in all vectors that one look-up compares in this process: 2,600 passages with 1,536 numbers each. */
export const COMPARED_VECTOR_NUMBERS_MAX = 4_000_000
/** The same limit if the database compares them with pgvector. */
export const COMPARED_VECTOR_NUMBERS_PGVECTOR_MAX = 40_000_000
/** Memory for vectors of documents on one node. */
export const KEPT_VECTOR_BYTES_MAX = 128 * 1024 * 1024
/**
 * Time limit for the vector of a question and its comparison, because the person waits. After it, only passages found by words
 * are used.
 */
export const SEMANTIC_SEARCH_MS_MAX = 1_200
/** Time limit of a request with passages of a document. A model without a graphics processor takes seconds. */
export const EMBED_PASSAGES_MS_MAX = 30_000
