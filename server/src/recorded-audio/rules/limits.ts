/** Sample rate at which recordings are stored: twice the telephone's, for carriers with wideband audio. */
export const STORED_RATE_HZ = 16_000
export const RECORDING_BYTES_MAX = 36 * 1024 * 1024
export const RECORDING_MS_MIN = 200
export const RECORDING_MS_MAX = 120_000
export const SOURCE_RATE_HZ_MIN = 8_000
export const SOURCE_RATE_HZ_MAX = 96_000
export const SOURCE_CHANNELS_MAX = 8
export const NAME_LENGTH_MAX = 200
export const TRANSCRIPT_LENGTH_MAX = 5_000
export const DECODE_MS_MAX = 30_000
/** Memory limit of the whole decoding process. */
export const DECODE_MEMORY_MB_MAX = 768
