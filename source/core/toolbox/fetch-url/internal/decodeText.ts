import type {ContentKind} from './contentKind.ts';

/** Where browsers stop looking, too. */
const lookedAt = 1024;

const declared =
	/<meta\b[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{1,40})|^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})/i;

const markOf = (bytes: Buffer): string | undefined => {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
};

/** A page says in itself how it is written, in letters that are the same in nearly all encodings. */
const declaredIn = (bytes: Buffer): string | undefined => {
	const found = declared.exec(bytes.subarray(0, lookedAt).toString('latin1'));
	const charset = found?.[1] ?? found?.[2];
	// It could not have been read if it were true.
	return charset !== undefined && /^utf-?16/i.test(charset) ? 'utf-8' : charset;
};

const decodeAs = (bytes: Buffer, charset: string, isFatal: boolean): string | undefined => {
	try {
		// The last character may be cut.
		return new TextDecoder(charset, {fatal: isFatal}).decode(bytes, {stream: true});
	} catch {
		// An unknown name, or bytes that do not fit: somebody else has to try.
		return undefined;
	}
};

/** Bytes as text: as the server says, as the page says, as UTF-8, as browsers do. Undefined where it is no text. */
export const decodeText = (
	bytes: Buffer,
	charset: string | undefined,
	kind: ContentKind,
): string | undefined => {
	const marked = markOf(bytes);
	if (marked === undefined && charset === undefined && bytes.subarray(0, lookedAt).includes(0))
		return undefined;
	const named = [marked, charset, kind === 'other' ? undefined : declaredIn(bytes)];
	for (const each of named) {
		const text = each === undefined ? undefined : decodeAs(bytes, each, false);
		if (text !== undefined) return text;
	}
	return decodeAs(bytes, 'utf-8', true) ?? decodeAs(bytes, 'windows-1252', false);
};
