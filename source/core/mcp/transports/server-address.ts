import type {AddressWords} from '../../../support/network/unreachable.ts';

/** How hints speak of the address of a server. */
export const serverAddress: AddressWords = {
	setting: 'the "url" of the server',
	whenRefused: 'Start the server, or correct the port in its "url".',
};
