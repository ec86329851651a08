import {createCipheriv, createDecipheriv, createHash, randomBytes, scrypt} from 'node:crypto';
import {z} from 'zod';

/** Takes about 0.1 s and 32 MB: nothing for a person, and much for whoever guesses. */
const cost = {N: 2 ** 15, r: 8, p: 1} as const;
/** A file may ask for more than we do, but not for all memory. */
const highestCost = 2 ** 20;
const lowestCost = 2 ** 15;

const sealedShape = z.object({
	format: z.literal('mcp-tui secrets'),
	version: z.literal(1),
	kdf: z.object({
		name: z.literal('scrypt'),
		N: z.number().int().min(lowestCost).max(highestCost),
		r: z.literal(8),
		p: z.literal(1),
		salt: z.base64().length(24),
	}),
	iv: z.base64().length(16),
	tag: z.base64().length(24),
	data: z.base64(),
	/** Tells damage from a wrong passphrase. It proves nothing: the tag does. */
	digest: z.string(),
});

export type Sealed = z.infer<typeof sealedShape>;

export type SealKey = {readonly kdf: Sealed['kdf']; readonly bytes: Buffer};

const digestOf = ({kdf, iv, tag, data}: Omit<Sealed, 'digest' | 'format' | 'version'>): string =>
	createHash('sha256')
		.update([kdf.name, kdf.N, kdf.r, kdf.p, kdf.salt, iv, tag, data].join('\n'))
		.digest('hex');

/** What is not encrypted is bound to what is. */
const bound = ({name, N, r, p, salt}: Sealed['kdf']): Buffer =>
	Buffer.from(`mcp-tui secrets 1 ${name} ${N} ${r} ${p} ${salt}`);

export const newKdf = (): Sealed['kdf'] => ({
	name: 'scrypt',
	...cost,
	salt: randomBytes(16).toString('base64'),
});

export const deriveKey = (passphrase: string, kdf: Sealed['kdf']): Promise<SealKey> =>
	new Promise((resolve, reject) => {
		const {N, r, p} = kdf;
		// The same characters can be typed in more than one way.
		const text = passphrase.normalize('NFKC');
		scrypt(text, Buffer.from(kdf.salt, 'base64'), 32, {N, r, p, maxmem: 256 * N * r}, (error, bytes) => {
			if (error === null) resolve({kdf, bytes});
			else reject(error);
		});
	});

export const seal = (text: string, {kdf, bytes}: SealKey): string => {
	const nonce = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(bound(kdf));
	const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
	const tag = cipher.getAuthTag().toString('base64');
	const parts = {kdf, iv: nonce.toString('base64'), tag, data};
	const sealed: Sealed = {format: 'mcp-tui secrets', version: 1, ...parts, digest: digestOf(parts)};
	return `${JSON.stringify(sealed, undefined, '\t')}\n`;
};

/** Undefined when it is not what was once written. */
export const readSealed = (text: string): Sealed | undefined => {
	try {
		const sealed = sealedShape.parse(JSON.parse(text));
		return digestOf(sealed) === sealed.digest ? sealed : undefined;
	} catch {
		// No JSON, or not ours.
		return undefined;
	}
};

/** Undefined when the key is another one. */
export const unseal = ({kdf, iv, tag, data}: Sealed, {bytes}: SealKey): string | undefined => {
	try {
		const decipher = createDecipheriv('aes-256-gcm', bytes, Buffer.from(iv, 'base64'))
			.setAAD(bound(kdf))
			.setAuthTag(Buffer.from(tag, 'base64'));
		return `${decipher.update(data, 'base64', 'utf8')}${decipher.final('utf8')}`;
	} catch {
		// The only thing that the tag says.
		return undefined;
	}
};
