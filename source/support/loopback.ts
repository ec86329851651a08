import {isIPv4} from 'node:net';

/** Whether the host of a URL is this machine, as far as its name alone says. */
export const isLoopback = (hostname: string): boolean => {
	const host = hostname.replace(/\.$/, '');
	return (
		host === 'localhost' ||
		host.endsWith('.localhost') ||
		host === '[::1]' ||
		(isIPv4(host) && host.startsWith('127.'))
	);
};
