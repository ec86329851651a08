import {isDeepStrictEqual} from 'node:util';
import type {CustomTool} from '../../../domain/custom-tool.ts';
import {revealSecret, type Secret} from '../../../domain/secret.ts';

const isSecretPart = (value: object): value is {readonly secret: Secret} =>
	'type' in value && value.type === 'secret' && 'secret' in value;

/** Two secrets are the same when their texts are, which nothing but a look at them tells. */
const comparable = (value: unknown): unknown => {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(comparable);
	if (isSecretPart(value)) return revealSecret(value.secret);
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]));
};

/** Whether the same tools do the same. */
export const isSameCustomTools = (one: readonly CustomTool[], other: readonly CustomTool[]): boolean =>
	one === other || isDeepStrictEqual(comparable(one), comparable(other));
