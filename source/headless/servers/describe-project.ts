import type {ProjectServerOffer} from '../../domain/ask.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

const namesOf = ({variables}: ProjectServerOffer): string =>
	variables.length === 0 ? '' : `  sets ${variables.map(sanitiseLine).join(', ')}`;

/** The servers of the project that the user has not trusted: what they would start or contact, and how to use them. */
export const describeProject = (servers: readonly ProjectServerOffer[]): readonly string[] => {
	if (servers.length === 0) {
		return [];
	}
	const files = [...new Set(servers.map(({file}) => file))];
	return [
		...files.flatMap(file => {
			const own = servers.filter(server => server.file === file);
			const cells = alignColumns(own.map(server => [sanitiseLine(server.name), sanitiseLine(server.runs)]));
			return [
				sanitiseLine(file),
				...own.map(
					(server, index) =>
						`  - ${cells[index] ?? ''}  (not trusted${server.isChanged ? ': it has changed since you trusted it' : ''})${namesOf(server)}`,
				),
			];
		}),
		'Nothing of these is started or contacted. Start the chat in this folder to be asked, or add --trust-project.',
	];
};
