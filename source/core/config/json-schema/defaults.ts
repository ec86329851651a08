import type {JsonObject} from '../../../domain/json.ts';

// What counts where a file says nothing. The readers have these values in their own units or further on, so that
// their schemas do not tell; a test compares what readers fill in.

export const configDefaults: JsonObject = {
	toolApproval: 'always-ask',
	askOnUntrustedContent: false,
	secretStore: 'keychain',
	registry: 'https://registry.modelcontextprotocol.io',
	theme: 'auto',
	reducedMotion: false,
	screenReader: false,
	images: 'auto',
	notify: 'auto',
};

export const serverDefaults: JsonObject = {
	encoding: 'utf-8',
	timeout: 30,
	requestTimeout: 60,
	sseReadTimeout: 300,
	disabled: false,
};

export const oauthDefaults: JsonObject = {grant: 'authorization-code', dpop: false};

export const providerDefaults: JsonObject = {maxTools: 128, idleTimeout: 300, allowInsecure: false};

export const endpointDefaults: JsonObject = {timeout: 30};

export const customToolDefaults: JsonObject = {result: 'auto', readOnly: false};
