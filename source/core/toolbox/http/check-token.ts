import {createHash, timingSafeEqual} from 'node:crypto';
import {revealSecret, type Secret} from '../../../domain/secret.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an `Authorization` header has the token. How long that takes tells nothing about it. */
export const createTokenCheck = (token: Secret): ((header: string | undefined) => boolean) => {
	const expected = digest(revealSecret(token));
	return header => {
		const given = /^bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
		return timingSafeEqual(digest(given ?? ''), expected) && given !== undefined;
	};
};
