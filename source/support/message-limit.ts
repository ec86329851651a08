/** The longest message that is read from anybody, after decompression. */
export const maxMessageBytes = 10 * 1024 * 1024;
