import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';

const refuse = (message: string): McpToolError => new McpToolError(message, 'url');

const schemes: ReadonlySet<string> = new Set(['http:', 'https:']);

/** An address that may be asked for, as far as its form says. Throws an McpToolError for any other. */
export const readAddress = (text: string): URL => {
	if (!URL.canParse(text)) {
		throw refuse(
			`${showName(text)} is not a whole address. Give one such as https://example.com/page, with http:// or https:// at its beginning.`,
		);
	}
	const url = new URL(text);
	if (!schemes.has(url.protocol)) {
		throw refuse(
			`${showName(text)} starts with ${showName(url.protocol, 30)}, and fetch-url gets http and https only.`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw refuse(
			'The address has a user name or a password in it, which fetch-url never sends. Leave out what stands before the @.',
		);
	}
	url.hash = '';
	// Certificates and TLS know names without the dot that may end them.
	url.hostname = url.hostname.replace(/(?<=.)\.$/, '');
	return url;
};
