import {z} from 'zod';
import {createSecret} from '../../domain/secret.ts';

const nonEmpty = z
	.string()
	.refine(text => text.trim() !== '', 'must not be empty')
	.meta({pattern: '\\S'});

/** A text of any form, such as a key over several lines. */
export const secretText = nonEmpty.transform(createSecret);

/** Anything else in a header ends in an error of the HTTP library that repeats the value. */
export const fitsHeader = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** Copied tokens often bring a line break along. */
export const headerSecret = nonEmpty
	.transform(text => text.trim())
	.refine(fitsHeader, 'holds a character that cannot be sent in a header')
	.transform(createSecret);

export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const isHeaderName = (name: string): boolean => headerNamePattern.test(name);
