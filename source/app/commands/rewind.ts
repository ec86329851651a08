import {agoWords} from '../../support/ago-words.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {shortTitle} from '../../support/short-title.ts';
import {pointWords} from '../rewind-words.ts';
import type {RewindPoint} from '../rewinding.ts';
import type {Command, CommandHost} from './command.ts';

const listedPoints = 15;

const listLines = (points: readonly RewindPoint[], now: number): readonly string[] => {
	const rows = points
		.slice(0, listedPoints)
		.map(
			(point, index) =>
				[
					`${index + 1}. ${shortTitle(point.text)}`,
					`${agoWords(now - point.at)}; ${pointWords(point)}`,
				] as const,
		);
	const more = points.length - rows.length;
	return [
		'Your messages, the newest first:',
		...alignColumns(rows),
		...(more > 0 ? [`and ${more} before them`] : []),
		'/rewind and a number goes back to before that message and gives you its text. What tools did is not undone.',
	];
};

const tell = ({say, rewinding, now}: CommandHost): void => {
	const points = rewinding.points();
	say(points.length === 0 ? 'You have sent no message yet.' : listLines(points, now()).join('\n'));
};

export const rewind: Command = {
	name: 'rewind',
	aliases: [],
	argument: '[n|undo]',
	summary: 'go back to before one of your messages; what tools did is not undone',
	run(argument, host) {
		const {say, rewinding, frontEnd} = host;
		const choose = frontEnd()?.chooseMessage;
		const points = rewinding.points();
		if (argument === 'undo') {
			const obstacle = rewinding.undo();
			if (obstacle !== undefined) {
				say(obstacle, 'warning');
			}
		} else if (argument === '' && choose !== undefined && points.length > 0) {
			choose();
		} else if (argument === '') {
			tell(host);
		} else if (!/^[1-9]\d{0,5}$/.test(argument)) {
			say('/rewind takes the number of a message, undo, or nothing for a list of them.', 'warning');
		} else {
			const point = points[Number(argument) - 1];
			const count = points.length === 1 ? 'is 1 message' : `are ${points.length} messages`;
			const obstacle =
				point === undefined ? `There ${count}; /rewind 1 is the last.` : rewinding.to(point.messageId);
			if (obstacle !== undefined) {
				say(obstacle, 'warning');
			}
		}
	},
};
