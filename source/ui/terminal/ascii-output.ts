import {withAsciiMarks} from '../theme/glyphs.ts';

/** The same terminal, for whoever may use marks that it cannot show. */
export const createAsciiOutput = <Output extends NodeJS.WriteStream>(stdout: Output): Output => {
	const write = (...parameters: readonly unknown[]): unknown => {
		const [text, ...rest] = parameters;
		return Reflect.apply(stdout.write, stdout, [
			typeof text === 'string' ? withAsciiMarks(text) : text,
			...rest,
		]);
	};
	return new Proxy(stdout, {
		get(target, property) {
			if (property === 'write') {
				return write;
			}
			const value: unknown = Reflect.get(target, property, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
};
