"""Money of paid orders whose bottles are gone: it goes back by itself unless staff decides before."""
