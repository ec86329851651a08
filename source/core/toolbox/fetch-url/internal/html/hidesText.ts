/** Further outside than this nothing is seen on any screen. */
const farOutside = -500;
/** What is paler or smaller than this is not meant to be read. */
const palest = 0.05;
const smallest: Readonly<Record<string, number>> = {px: 2, pt: 2, '%': 10, em: 0.1, rem: 0.1};

const number = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z%]*)/;

const readNumber = (value: string): {readonly size: number; readonly unit: string} | undefined => {
	const [, size, unit = ''] = number.exec(value) ?? [];
	return size === undefined ? undefined : {size: Number(size), unit};
};

const isOutside = (value: string): boolean => (readNumber(value)?.size ?? 0) <= farOutside;

const isTooSmall = (value: string): boolean => {
	const {size, unit} = readNumber(value) ?? {size: 1, unit: ''};
	return size <= 0 || size < (smallest[unit] ?? 0);
};

const isTooPale = (value: string): boolean => {
	const {size, unit} = readNumber(value) ?? {size: 1, unit: ''};
	return (unit === '%' ? size / 100 : size) < palest;
};

const hiding: ReadonlyMap<string, (value: string) => boolean> = new Map([
	['display', (value: string) => value === 'none'],
	['visibility', (value: string) => value === 'hidden' || value === 'collapse'],
	['opacity', isTooPale],
	['font-size', isTooSmall],
	['text-indent', isOutside],
]);

const moving = ['left', 'right', 'top', 'bottom'];

/**
 * Whether a style says plainly that its text is not to be seen, for text that nobody sees may be there to talk to
 * models. Style sheets, and colours that are like the ground behind them, are not looked at.
 */
export const hidesText = (style: string): boolean => {
	const values = new Map(
		style
			.toLowerCase()
			.replace(/\/\*.*?\*\//gs, '')
			.split(';')
			.map(each => {
				const [name = '', value = ''] = each.split(':', 2);
				return [name.trim(), value.replace('!important', '').trim()] as const;
			}),
	);
	for (const [name, value] of values) if (hiding.get(name)?.(value) === true) return true;
	return (
		/^(?:absolute|fixed)$/.test(values.get('position') ?? '') &&
		moving.some(side => isOutside(values.get(side) ?? ''))
	);
};
