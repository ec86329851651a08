import {memberOf, withMember} from '../../domain/entry-keys.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';

export const authKinds = ['none', 'bearer', 'api-key', 'basic', 'oauth'] as const;

export type AuthKind = (typeof authKinds)[number];

/** The settings of each kind that the form asks for. */
export const authParts = {
	none: [],
	bearer: ['token'],
	'api-key': ['key', 'header'],
	basic: ['username', 'password'],
	oauth: ['clientId', 'clientSecret', 'scopes'],
} as const satisfies Readonly<Record<AuthKind, readonly string[]>>;

export type AuthPart = (typeof authParts)[AuthKind][number];

const aliases: Readonly<Record<string, string>> = {
	bearerToken: 'token',
	accessToken: 'token',
	apiKey: 'key',
	headerName: 'header',
	user: 'username',
	scope: 'scopes',
};

const writtenKinds: Readonly<Record<string, AuthKind>> = {
	none: 'none',
	bearer: 'bearer',
	token: 'bearer',
	apikey: 'api-key',
	basic: 'basic',
	oauth: 'oauth',
	oauth2: 'oauth',
};

const kindNamed = (text: string): AuthKind | undefined => {
	const plain = text.toLowerCase().replaceAll(/[\s_-]/g, '');
	return Object.hasOwn(writtenKinds, plain) ? writtenKinds[plain] : undefined;
};

const bearerIn = (text: string): string | undefined => /^\s*bearer\s+(\S.*)$/is.exec(text)?.[1];

const partOf = (object: JsonObject, part: string): JsonValue | undefined => memberOf(object, part, aliases);

const kindOfObject = (object: JsonObject): AuthKind => {
	if (typeof object.type === 'string') {
		return kindNamed(object.type) ?? 'none';
	}
	const found = (['bearer', 'api-key', 'basic'] as const).find(kind =>
		authParts[kind].some(part => part !== 'header' && partOf(object, part) !== undefined),
	);
	return found ?? (Object.keys(object).length === 0 ? 'none' : 'oauth');
};

/** `auth`, or `oauth` where the settings have that key of their own. */
const homeOf = (entry: JsonObject): 'auth' | 'oauth' =>
	memberOf(entry, 'auth') === undefined && memberOf(entry, 'oauth') !== undefined ? 'oauth' : 'auth';

export const authKindOf = (entry: JsonObject): AuthKind => {
	const home = homeOf(entry);
	const value = memberOf(entry, home);
	if (home === 'oauth') {
		return value === false || value === null ? 'none' : 'oauth';
	}
	if (typeof value === 'string') {
		return bearerIn(value) === undefined ? (kindNamed(value) ?? 'none') : 'bearer';
	}
	return isJsonObject(value) ? kindOfObject(value) : 'none';
};

export const authPartOf = (entry: JsonObject, part: AuthPart): JsonValue | undefined => {
	const value = memberOf(entry, homeOf(entry));
	if (typeof value === 'string') {
		return part === 'token' ? bearerIn(value) : undefined;
	}
	const found = isJsonObject(value) ? partOf(value, part) : undefined;
	return part === 'scopes' && Array.isArray(found) ? found.join(' ') : found;
};

/** The entry with other settings of authentication; what the form does not know of the same kind stays. */
export const withAuth = (
	entry: JsonObject,
	kind: AuthKind,
	parts: ReadonlyMap<AuthPart, JsonValue | undefined>,
): JsonObject => {
	const home = homeOf(entry);
	if (kind === 'none') {
		return withMember(withMember(entry, 'auth', undefined), 'oauth', undefined);
	}
	const written = memberOf(entry, home);
	const isSame = authKindOf(entry) === kind;
	const token = typeof written === 'string' ? bearerIn(written) : undefined;
	const before: JsonObject =
		isSame && isJsonObject(written)
			? written
			: {type: kind, ...(isSame && token !== undefined ? {token} : {})};
	const changed = [...parts].reduce(
		(object, [part, value]) => withMember(object, part, value, aliases),
		before,
	);
	const place = isSame ? home : 'auth';
	return withMember(withMember(entry, place === 'auth' ? 'oauth' : 'auth', undefined), place, changed);
};
