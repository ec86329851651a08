import {describeNetworkEnd} from '../../../../support/network/network-end.ts';
import {networkEndBehind} from '../../../../support/network/network-error.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';

type Surroundings = {
	readonly address: string;
	/** Milliseconds. */
	readonly timeLimit: number;
	readonly isCancelled: boolean;
};

const isAbort = (error: unknown): boolean =>
	error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');

/** What zlib and Brotli say. */
const unpackErrors = /^(?:Z_|ERR_BROTLI|ERR__ERROR)/;

const describeEnd = (error: unknown): string => {
	const end = networkEndBehind(error);
	if (end === undefined) return 'could not be read';
	const code = end.type === 'unreachable' ? (end.systemCode ?? '') : '';
	if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'sent too many headers';
	if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'broke the connection before all of it had come';
	if (unpackErrors.test(code)) return 'sent something that cannot be unpacked';
	return describeNetworkEnd(end);
};

/** What went wrong on the way to a page, without what the system says about this machine. */
export const describeFetchError = (
	error: unknown,
	{address, timeLimit, isCancelled}: Surroundings,
): McpToolError => {
	if (isCancelled)
		return new McpToolError('The call was cancelled before it was done.', undefined, {cause: error});
	if (error instanceof McpToolError) return error;
	if (isAbort(error)) {
		return new McpToolError(
			`${showName(address)} took longer than ${timeLimit / 1000} s. Try again later, or try another page.`,
			'url',
			{cause: error},
		);
	}
	return new McpToolError(
		`${showName(address)} ${describeEnd(error)}. Check the address, or try again later.`,
		'url',
		{cause: error},
	);
};
