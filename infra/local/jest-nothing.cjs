/** Styles, in tests. */
module.exports = {};
