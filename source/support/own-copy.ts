import {Buffer} from 'node:buffer';

/**
 * A text of its own: a slice would keep alive everything that it was cut from. Half a character, which has no
 * form in a file or a request, becomes U+FFFD.
 */
export const ownCopy = (text: string): string => Buffer.from(text).toString();
